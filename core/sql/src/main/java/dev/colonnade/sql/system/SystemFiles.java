package dev.colonnade.sql.system;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files beside the classes. */
final class SystemFiles {
  private SystemFiles() {}

  /** The lines of a file; null if there is none of this name. */
  static @Nullable List<String> lines(String name) {
    try (InputStream in = SystemFiles.class.getResourceAsStream(name)) {
      if (in == null) {
        return null;
      }
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("file of the system cannot be read: name=" + name, e);
    }
  }

  /** The lines of a file that is there. */
  static List<String> requireLines(String name) {
    List<String> found = lines(name);
    if (found == null) {
      throw new IllegalStateException("file of the system is not there: name=" + name);
    }
    return found;
  }
}
