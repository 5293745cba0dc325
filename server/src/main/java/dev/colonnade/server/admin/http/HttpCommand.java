package dev.colonnade.server.admin.http;

/**
 * Command of the HTTP port, which a POST request with a JSON body from a page of the same origin
 * executes. Runs on a thread of its own; may block.
 */
@FunctionalInterface
public interface HttpCommand {
  /**
   * Executes a request.
   *
   * @param user that has logged in, and may see details
   * @param body JSON
   * @throws dev.colonnade.error.ColonnadeException INVALID_ARGUMENT if the body is invalid
   */
  PageResponse execute(String user, byte[] body);
}
