export const generalHelp = `render-service turns a motion-graphics project (one JSON file) into SVG, PNG or MP4.

Usage:
  render-service init [NAME]                        write a first film in shorthand, or one of 30 templates
  render-service preview INPUT [options]            show a project in the browser while you edit it
  render-service render INPUT -o OUTPUT [options]   render a project
  render-service batch INPUT... --out-dir DIR       render many projects, or one project for each row of data
  render-service sheet INPUT -o OUTPUT [options]    draw many moments of a project in one picture
  render-service inspect INPUT [options]            check a project without rendering it
  render-service fix FILE [--check]                 apply the fixes of the advice on a project to its file
  render-service expand INPUT [-o OUTPUT]           convert a project in shorthand to the full format
  render-service script INPUT [-o OUTPUT]           print what is said in a project
  render-service speak FILE --command COMMAND       let a speech program say it, and keep the sounds
  render-service schema [--shorthand]               print the JSON Schema of projects, for editors
  render-service guide [TOPIC]                      print a page about charts, text, animation or another topic
  render-service serve [options]                    answer HTTP requests
  render-service mcp [options]                      run a tool server for agents (Model Context Protocol)
  render-service work --queue URL [options]         run a worker that does the jobs in a queue
  render-service queue ACTION --queue URL           show, pause, resume, cancel or retry the jobs in a queue
  render-service queue film INPUT... --queue URL    render one film with all workers of a queue
  render-service cache ls|clear|verify              show or remove what render keeps for the next film

  render-service COMMAND --help                     show all options of a command
  render-service --version
`;
