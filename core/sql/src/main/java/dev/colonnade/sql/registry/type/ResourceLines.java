package dev.colonnade.sql.registry.type;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Lines of the registry's resources. */
public final class ResourceLines {
  private static final String FOLDER = "/dev/colonnade/sql/registry/";
  private static final String COMMENT = "# ";

  private ResourceLines() {}

  /** Returns the lines of a resource of the registry, without comments. */
  public static List<String> of(String name) {
    try (InputStream in = ResourceLines.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new IllegalStateException("no such resource: name=" + name);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.startsWith(COMMENT)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
