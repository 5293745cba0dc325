package dev.colonnade.client.net;

/**
 * Control of a submitted call. Thread-safe; after the end of the call its methods have no effect.
 */
public interface CallControl {
  /** Grants a scan more pages and payload bytes. */
  void grant(int pages, long bytes);

  /** Cancels the call: the server is notified, and the call receives no further responses. */
  void cancel();
}
