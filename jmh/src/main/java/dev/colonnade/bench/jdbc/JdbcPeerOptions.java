package dev.colonnade.bench.jdbc;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Command-line options that name other databases to measure. */
public final class JdbcPeerOptions {
  @Option(
      names = "--peer",
      paramLabel = "[NAME=]URL",
      description =
          "Also measure this database, such as jdbc:postgresql://host/database or"
              + " jdbc:h2:tcp://host/name; may be repeated.")
  private List<String> peers = new ArrayList<>();

  @Option(
      names = "--peer-user",
      paramLabel = "NAME",
      defaultValue = "",
      description = "User name at the peers, unless it is part of their URLs.")
  private String peerUser = "";

  @Option(
      names = "--peer-password",
      paramLabel = "PASSWORD",
      defaultValue = "",
      description = "Password at the peers.")
  private String peerPassword = "";

  /**
   * Returns the other databases.
   *
   * @throws IllegalArgumentException if a URL is not valid
   */
  public List<JdbcTarget> targets() {
    return peers.stream().map(url -> JdbcTarget.peer(url, peerUser, peerPassword)).toList();
  }
}
