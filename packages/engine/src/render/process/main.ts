// The program of the render process.
void import('./perform-tasks.ts');
