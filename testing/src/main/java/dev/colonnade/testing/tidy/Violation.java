package dev.colonnade.testing.tidy;

import java.nio.file.Path;

/**
 * Place in the sources where a rule does not hold.
 *
 * @param line 1 for the first line
 * @param message the rule, and what to write instead
 */
public record Violation(Path file, long line, String message) {
  @Override
  public String toString() {
    return file + ":" + line + ": " + message;
  }
}
