export * from '@render-service/engine';
