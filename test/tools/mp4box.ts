export * from 'mp4box';
