package dev.colonnade.server.net;

import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.ProtocolError;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.request.Hello;
import java.util.EnumSet;
import java.util.Set;

/** Negotiation of the protocol version and of the optional features. */
final class ProtocolNegotiation {
  private ProtocolNegotiation() {}

  /**
   * Returns the newest version that both peers support; throws ProtocolException if there is none.
   */
  static ProtocolVersion agree(Hello hello) {
    ProtocolVersion newest =
        hello.newest().compareTo(ProtocolVersion.CURRENT) < 0
            ? hello.newest()
            : ProtocolVersion.CURRENT;
    boolean overlaps =
        newest.compareTo(hello.oldest()) >= 0
            && newest.compareTo(ProtocolVersion.OLDEST) >= 0
            && newest.major() == ProtocolVersion.CURRENT.major();
    if (!overlaps) {
      throw new ProtocolException(
          ProtocolError.VERSION,
          "versions do not overlap: clientOldest="
              + hello.oldest()
              + " clientNewest="
              + hello.newest()
              + " serverOldest="
              + ProtocolVersion.OLDEST
              + " serverNewest="
              + ProtocolVersion.CURRENT);
    }
    return newest;
  }

  /** Returns the optional features that both peers support, and the role of this server. */
  static Set<Feature> common(Hello hello, boolean isFollower) {
    Set<Feature> features = EnumSet.allOf(Feature.class);
    features.retainAll(hello.features());
    if (!isFollower) {
      features.remove(Feature.FOLLOWER);
    }
    return features;
  }
}
