package dev.colonnade.client.login;

import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.response.HelloOk;

/** Kind of server of a cluster that a connection needs. */
public enum TargetServer {
  ANY,
  /** Leader of the cluster, or a server that is not a member of one: it accepts writes. */
  PRIMARY,
  /** Follower of a cluster. */
  REPLICA;

  /** Returns whether a server fits, by the role in its hello. */
  public boolean accepts(HelloOk server) {
    return accepts(server.features().contains(Feature.FOLLOWER));
  }

  /** Returns whether a server fits that is, or is not, a follower. */
  public boolean accepts(boolean isReplica) {
    return switch (this) {
      case ANY -> true;
      case PRIMARY -> !isReplica;
      case REPLICA -> isReplica;
    };
  }
}
