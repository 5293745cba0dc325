package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.RequestType;
import java.util.Set;

/**
 * First frame of a connection, on stream 0. The response is {@code HelloOk} or an error. Its
 * payload starts with {@link #MAGIC}.
 *
 * @param features features that the client supports; the server uses no other ones
 * @param frameBytesMax length field of the longest frame that the client accepts
 */
public record Hello(
    ProtocolVersion oldest,
    ProtocolVersion newest,
    Identity identity,
    Set<Feature> features,
    int frameBytesMax)
    implements Request {
  /** The bytes "COLN". */
  public static final int MAGIC = 0x434F_4C4E;

  public Hello {
    requireNonNull(oldest, "oldest is null");
    requireNonNull(newest, "newest is null");
    requireNonNull(identity, "identity is null");
    features = Set.copyOf(features);
    if (oldest.compareTo(newest) > 0) {
      throw new IllegalArgumentException(
          "versions are reversed: oldest=" + oldest + " newest=" + newest);
    }
    if (frameBytesMax < ProtocolLimits.HANDSHAKE_FRAME_BYTES_MAX) {
      throw new IllegalArgumentException(
          "frameBytesMax="
              + frameBytesMax
              + " is below "
              + ProtocolLimits.HANDSHAKE_FRAME_BYTES_MAX);
    }
  }

  /** Client name, database and user of a connection. */
  public record Identity(String clientName, String database, String user) {
    public Identity {
      requireNonNull(clientName, "clientName is null");
      requireNonNull(database, "database is null");
      requireNonNull(user, "user is null");
    }
  }

  @Override
  public RequestType type() {
    return RequestType.HELLO;
  }
}
