package dev.colonnade.sql.system;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of the resource files of this package. */
public final class CatalogResources {
  private CatalogResources() {}

  /** Returns the lines of a file; null if no file has this name. */
  static @Nullable List<String> lines(String name) {
    try (InputStream in = CatalogResources.class.getResourceAsStream(name)) {
      if (in == null) {
        return null;
      }
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("system catalog resource cannot be read: name=" + name, e);
    }
  }

  /** Returns the lines of a file; throws if it does not exist. */
  public static List<String> requireLines(String name) {
    List<String> found = lines(name);
    if (found == null) {
      throw new IllegalStateException("system catalog resource not found: name=" + name);
    }
    return found;
  }
}
