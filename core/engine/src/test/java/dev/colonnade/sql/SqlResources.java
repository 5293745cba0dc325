package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

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

  /** Returns the names, without their ending, of the files in the folder of a resource. */
  public static List<String> names(String sibling, String ending) {
    URL known = requireNonNull(SqlResources.class.getResource(sibling), "no resource: " + sibling);
    try (Stream<Path> files = Files.list(Path.of(known.toURI()).resolveSibling("."))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ending))
          .map(name -> name.substring(0, name.length() - ending.length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
