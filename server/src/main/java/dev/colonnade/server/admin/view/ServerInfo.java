package dev.colonnade.server.admin.view;

import static java.util.Objects.requireNonNull;

import java.net.InetSocketAddress;

/**
 * Constant properties of a running server.
 *
 * @param version version of the program
 * @param commit commit that it was built from, or {@code unknown}
 * @param nativeAddress listen address of the native protocol
 */
public record ServerInfo(String version, String commit, InetSocketAddress nativeAddress) {
  public ServerInfo {
    requireNonNull(version, "version is null");
    requireNonNull(commit, "commit is null");
    requireNonNull(nativeAddress, "nativeAddress is null");
  }
}
