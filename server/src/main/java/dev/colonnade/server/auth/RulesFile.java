package dev.colonnade.server.auth;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File of rules, which is read again when it has changed. A version with an error is logged and not
 * used: the rules before it remain. Thread-safe.
 */
final class RulesFile {
  private static final Logger LOG = LoggerFactory.getLogger(RulesFile.class);

  private final Path file;
  private volatile Version version;

  private record Version(HostRules rules, FileTime time, long size) {}

  private RulesFile(Path file, Version version) {
    this.file = file;
    this.version = version;
  }

  /** Opens a file; throws INVALID_CONFIGURATION if it cannot be read or a rule is invalid. */
  static RulesFile open(Path file) {
    HostRules rules = HostRules.read(requireNonNull(file, "file is null"));
    return new RulesFile(file, new Version(rules, timeOf(file), sizeOf(file)));
  }

  /** Returns the rules of the newest valid version. */
  HostRules rules() {
    Version known = version;
    FileTime time = timeOf(file);
    long size = sizeOf(file);
    if (known.time().equals(time) && known.size() == size) {
      return known.rules();
    }
    HostRules rules = known.rules();
    try {
      rules = HostRules.read(file);
      LOG.info("the file of rules was read again: file={}", file);
    } catch (ColonnadeException e) {
      LOG.error("the file of rules is invalid, and was not read again: {}", e.getMessage());
    }
    version = new Version(rules, time, size);
    return rules;
  }

  private static FileTime timeOf(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      return FileTime.fromMillis(0);
    }
  }

  private static long sizeOf(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return -1;
    }
  }
}
