package dev.colonnade.protocol;

/**
 * Version of the native protocol. Peers use the same major version; the lower of their two minor
 * versions decides which messages and fields may be used.
 */
public record ProtocolVersion(int major, int minor) implements Comparable<ProtocolVersion> {
  private static final int PART_MAX = 0xFF;

  /** The newest version that this code supports. */
  public static final ProtocolVersion CURRENT = new ProtocolVersion(1, 2);

  /** The first version with SQL requests. */
  public static final ProtocolVersion WITH_SQL = new ProtocolVersion(1, 1);

  /** The first version in which a server can request authentication. */
  public static final ProtocolVersion WITH_AUTHENTICATION = new ProtocolVersion(1, 2);

  /** The oldest version that this code supports. */
  public static final ProtocolVersion OLDEST = new ProtocolVersion(1, 0);

  public ProtocolVersion {
    if (major < 0 || major > PART_MAX || minor < 0 || minor > PART_MAX) {
      throw new IllegalArgumentException(
          "version parts must be within 0.." + PART_MAX + ": major=" + major + " minor=" + minor);
    }
  }

  @Override
  public int compareTo(ProtocolVersion other) {
    int byMajor = Integer.compare(major, other.major);
    return byMajor != 0 ? byMajor : Integer.compare(minor, other.minor);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
