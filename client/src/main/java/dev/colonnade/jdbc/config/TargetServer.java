package dev.colonnade.jdbc.config;

/** Kind of server of a cluster that a connection needs. */
public enum TargetServer {
  ANY,
  /** Leader of the cluster, or a server that is not a member of one: it accepts writes. */
  PRIMARY,
  /** Follower of a cluster. */
  REPLICA;

  /** Returns whether a server fits that is, or is not, a follower. */
  public boolean accepts(boolean isReplica) {
    return switch (this) {
      case ANY -> true;
      case PRIMARY -> !isReplica;
      case REPLICA -> isReplica;
    };
  }
}
