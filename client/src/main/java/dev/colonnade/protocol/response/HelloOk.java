package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.ResponseType;
import java.util.Set;

/**
 * Completion of the handshake.
 *
 * @param version version that both peers use from here on
 * @param limits limits of the messages that the server accepts
 * @param features features that both peers support
 */
public record HelloOk(
    ProtocolVersion version,
    String serverName,
    String serverVersion,
    ProtocolLimits limits,
    Set<Feature> features)
    implements Response {
  public HelloOk {
    requireNonNull(version, "version is null");
    requireNonNull(serverName, "serverName is null");
    requireNonNull(serverVersion, "serverVersion is null");
    requireNonNull(limits, "limits is null");
    features = Set.copyOf(features);
  }

  @Override
  public ResponseType type() {
    return ResponseType.HELLO_OK;
  }
}
