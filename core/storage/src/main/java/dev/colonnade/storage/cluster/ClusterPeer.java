package dev.colonnade.storage.cluster;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/**
 * Member of a cluster as other members reach it.
 *
 * @param id name of the member, unique in the cluster
 * @param host host name or address of its peer port
 * @param port its peer port
 */
public record ClusterPeer(String id, String host, int port) {
  private static final int PORT_MAX = 65_535;

  public ClusterPeer {
    requireNonNull(id, "id is null");
    requireNonNull(host, "host is null");
    if (!id.matches("[A-Za-z0-9_-]{1,32}")) {
      throw invalid("name of a member is not 1 to 32 letters, digits, '-' or '_': name=" + id);
    }
    if (host.isBlank() || port < 1 || port > PORT_MAX) {
      throw invalid("address of a member is not host:port: host=%s port=%d".formatted(host, port));
    }
  }

  /** Returns the members in a text of the form {@code a=host:port,b=host:port}. */
  public static List<ClusterPeer> parse(String text) {
    List<ClusterPeer> peers = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      int colon = part.lastIndexOf(':');
      if (equals < 0 || colon < equals) {
        throw invalid("member is not name=host:port: member=" + part);
      }
      String host = part.substring(equals + 1, colon).strip();
      peers.add(
          new ClusterPeer(
              part.substring(0, equals).strip(), host, port(part.substring(colon + 1).strip())));
    }
    return List.copyOf(peers);
  }

  private static int port(String text) {
    return text.matches("\\d{1,5}") ? Integer.parseInt(text) : 0;
  }

  /** Returns {@code host:port}. */
  public String address() {
    return host + ":" + port;
  }

  private static ColonnadeException invalid(String message) {
    return new ColonnadeException(ErrorCode.INVALID_CONFIGURATION, message);
  }
}
