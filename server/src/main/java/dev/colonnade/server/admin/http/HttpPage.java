package dev.colonnade.server.admin.http;

/** One page. Called by the threads of the port, two at a time at most; it may wait, but briefly. */
@FunctionalInterface
public interface HttpPage {
  HttpAnswer answer();
}
