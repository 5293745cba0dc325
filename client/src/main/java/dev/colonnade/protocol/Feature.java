package dev.colonnade.protocol;

import java.util.EnumSet;
import java.util.Set;

/** Optional abilities that a peer announces in the handshake, each one bit of a u32. */
public enum Feature {
  /** Result buffers compressed as LZ4 frames are understood. */
  LZ4(0),
  /** Result buffers compressed with Zstandard are understood. */
  ZSTD(1);

  private final int bit;

  Feature(int bit) {
    this.bit = bit;
  }

  /** The bits of {@code features}. */
  public static int toBits(Set<Feature> features) {
    int bits = 0;
    for (Feature feature : features) {
      bits |= 1 << feature.bit;
    }
    return bits;
  }

  /** The known features among {@code bits}; bits of later versions are passed over. */
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
