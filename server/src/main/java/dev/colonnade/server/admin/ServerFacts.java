package dev.colonnade.server.admin;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.config.Setting;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * What stays the same while a server runs.
 *
 * @param version of the program
 * @param commit that it was built from, or {@code unknown}
 * @param nativeAddress where the native protocol is spoken
 * @param settings and where they come from
 */
public record ServerFacts(
    String version, String commit, InetSocketAddress nativeAddress, List<Setting> settings) {
  public ServerFacts {
    requireNonNull(version, "version is null");
    requireNonNull(commit, "commit is null");
    requireNonNull(nativeAddress, "nativeAddress is null");
    settings = List.copyOf(settings);
  }
}
