package dev.colonnade.protocol;

import java.util.EnumSet;
import java.util.Set;

/**
 * Optional capability, or role, that a peer announces in the handshake; each is one bit of a u32.
 */
public enum Feature {
  /** The peer can decompress result buffers of LZ4 frames. */
  LZ4(0),
  /** The peer can decompress result buffers of Zstandard frames. */
  ZSTD(1),
  /**
   * The server is a follower of a cluster, which refuses writes. The client announces that it knows
   * this bit.
   */
  FOLLOWER(2),
  /**
   * The server executes gets, scans and writes in the transaction block of their connection, and
   * locks rows. A server without it would execute them outside of the block.
   */
  ROW_TRANSACTIONS(3),
  /** The server reads the context of a trace in requests ({@link FrameLayout#FLAG_TRACE}). */
  TRACE_CONTEXT(4);

  private final int bit;

  Feature(int bit) {
    this.bit = bit;
  }

  /** Returns features of a client that evaluates what the server announces. */
  public static Set<Feature> ofClient(Set<Feature> features) {
    EnumSet<Feature> all = EnumSet.of(FOLLOWER, ROW_TRANSACTIONS, TRACE_CONTEXT);
    all.addAll(features);
    return all;
  }

  /** Returns the bits of {@code features}. */
  public static int toBits(Set<Feature> features) {
    int bits = 0;
    for (Feature feature : features) {
      bits |= 1 << feature.bit;
    }
    return bits;
  }

  /** Returns the known features among {@code bits}; bits of later versions are ignored. */
  public static Set<Feature> fromBits(int bits) {
    Set<Feature> features = EnumSet.noneOf(Feature.class);
    for (Feature feature : values()) {
      if ((bits & (1 << feature.bit)) != 0) {
        features.add(feature);
      }
    }
    return features;
  }
}
