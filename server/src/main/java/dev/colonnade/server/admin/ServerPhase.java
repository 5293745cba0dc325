package dev.colonnade.server.admin;

/** The life of a server. */
public enum ServerPhase {
  /** Opens its store and its ports. */
  STARTING,
  /** Answers requests. */
  READY,
  /** Takes no new requests; those that run are being waited for. */
  DRAINING
}
