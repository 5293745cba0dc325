package dev.colonnade.server.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Configuration of the first start of a store.
 *
 * @param passwordFile file with the password of the role {@code colonnade}, which it gets at a
 *     start when it has none; none by default
 * @param scripts folder of SQL scripts that are executed in a new store; none by default
 */
public record SetupConfig(Optional<Path> passwordFile, Optional<Path> scripts) {
  public static final SetupConfig NONE = new SetupConfig(Optional.empty(), Optional.empty());

  public SetupConfig {
    requireNonNull(passwordFile, "passwordFile is null");
    requireNonNull(scripts, "scripts is null");
  }
}
