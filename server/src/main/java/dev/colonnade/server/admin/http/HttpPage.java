package dev.colonnade.server.admin.http;

/** Page of the HTTP port. Called by at most two threads at a time; it may block, but briefly. */
@FunctionalInterface
public interface HttpPage {
  /**
   * Returns the page.
   *
   * @throws dev.colonnade.error.ColonnadeException INVALID_ARGUMENT if the query is invalid
   */
  PageResponse answer(HttpQuery query);
}
