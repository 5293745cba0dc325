package dev.colonnade.server.admin;

import static java.util.Objects.requireNonNull;

import java.net.InetSocketAddress;

/**
 * What stays the same while a server runs.
 *
 * @param version of the program
 * @param commit that it was built from, or {@code unknown}
 * @param nativeAddress where the native protocol is spoken
 */
public record ServerFacts(String version, String commit, InetSocketAddress nativeAddress) {
  public ServerFacts {
    requireNonNull(version, "version is null");
    requireNonNull(commit, "commit is null");
    requireNonNull(nativeAddress, "nativeAddress is null");
  }
}
