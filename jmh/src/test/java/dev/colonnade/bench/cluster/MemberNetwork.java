package dev.colonnade.bench.cluster;

import dev.colonnade.bench.local.LocalServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Network between the members of a local cluster that can lose packets, without rights of the
 * operating system.
 *
 * <p>Every member has a file of hosts of its own ({@code jdk.net.hosts.file}), in which its own
 * name is 127.0.0.1, and the name of each other member the loopback address of a {@link MemberLink}
 * to it. So there is one link for each ordered pair of members, on the port of the member that it
 * leads to.
 */
final class MemberNetwork implements AutoCloseable {
  private final List<String> names;
  private final Map<String, Integer> ports = new HashMap<>();
  private final Map<String, LocalServerOptions> options = new HashMap<>();
  private final Map<String, MemberLink> links = new HashMap<>();

  /** Creates the files of hosts in a folder, and opens the links. */
  MemberNetwork(Path folder, List<String> names) throws IOException {
    this.names = List.copyOf(names);
    for (String name : names) {
      ports.put(name, LocalCluster.freePort());
    }
    for (String from : names) {
      StringBuilder hosts = new StringBuilder("127.0.0.1 localhost\n");
      for (String to : names) {
        String address = from.equals(to) ? "127.0.0.1" : address(from, to);
        hosts.append(address).append(' ').append(host(to)).append('\n');
        if (!from.equals(to)) {
          links.put(key(from, to), new MemberLink(address, port(to)));
        }
      }
      Path file = Files.writeString(folder.resolve(from + ".hosts"), hosts);
      options.put(
          from, LocalServerOptions.DEFAULTS.withFlags(List.of("-Djdk.net.hosts.file=" + file)));
    }
  }

  private static String host(String name) {
    return "member-" + name;
  }

  private String address(String from, String to) {
    return "127.7." + (1 + names.indexOf(from)) + "." + (1 + names.indexOf(to));
  }

  private int port(String name) {
    Integer port = ports.get(name);
    if (port == null) {
      throw new IllegalArgumentException("no such member: " + name);
    }
    return port;
  }

  private static String key(String from, String to) {
    return from + ">" + to;
  }

  /** Starts the members. */
  LocalCluster start(Path folder) throws IOException, InterruptedException {
    List<String> peers = new ArrayList<>();
    for (String name : names) {
      peers.add(name + "=" + host(name) + ":" + port(name));
    }
    return LocalCluster.start(folder, String.join(",", peers), options);
  }

  /** Loses, or delivers again, what one member sends to another, on connections of both. */
  void lose(String from, String to, boolean loses) {
    link(from, to).loseRequests(loses);
    link(to, from).loseResponses(loses);
  }

  /** Loses, or delivers again, what a member sends to all others. */
  void loseFrom(String name, boolean loses) {
    for (String other : names) {
      if (!other.equals(name)) {
        lose(name, other, loses);
      }
    }
  }

  /** Loses, or delivers again, what all others send to a member. */
  void loseTo(String name, boolean loses) {
    for (String other : names) {
      if (!other.equals(name)) {
        lose(other, name, loses);
      }
    }
  }

  private MemberLink link(String from, String to) {
    MemberLink link = links.get(key(from, to));
    if (link == null) {
      throw new IllegalArgumentException("no link from=%s to=%s".formatted(from, to));
    }
    return link;
  }

  @Override
  public void close() throws IOException {
    for (MemberLink link : links.values()) {
      link.close();
    }
  }
}
