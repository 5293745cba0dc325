package dev.colonnade.sql.setting;

/** State of the server with regard to writes, as its sessions see it. */
public enum ServerState {
  /** The server accepts writes. */
  PRIMARY,

  /**
   * The server leads a cluster but cannot prove at present that it has not been replaced.
   * Statements wait for the proof; clients that look for the primary go to another server.
   */
  UNCERTAIN,

  /** The server follows the leader of a cluster; every transaction is read-only. */
  STANDBY
}
