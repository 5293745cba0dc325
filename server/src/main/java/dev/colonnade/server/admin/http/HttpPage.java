package dev.colonnade.server.admin.http;

/** One page. Called by the threads of the port, two at a time at most; it may wait, but briefly. */
@FunctionalInterface
public interface HttpPage {
  /**
   * Makes the page.
   *
   * @throws dev.colonnade.error.ColonnadeException INVALID_ARGUMENT if the query cannot be
   */
  HttpAnswer answer(HttpQuery query);
}
