package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reader of text resources. */
final class SqlResources {
  private SqlResources() {}

  public static String read(String name) {
    try (InputStream stream = SqlResources.class.getResourceAsStream(name)) {
      return new String(
          requireNonNull(stream, "no resource: name=" + name).readAllBytes(),
          StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
