package dev.colonnade.server.admin.console;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.admin.http.PageResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Files of the console: one page with its style and its script, which load nothing from other
 * hosts. They show no data; the script reads those with the credentials of the user.
 */
public final class ConsoleFiles {
  private static final int OK = 200;

  private final PageResponse page = file("console.html", PageResponse.HTML);
  private final PageResponse style = file("console.css", "text/css; charset=utf-8");
  private final PageResponse script = file("console.js", "text/javascript; charset=utf-8");

  private static PageResponse file(String name, String contentType) {
    try (InputStream in =
        requireNonNull(ConsoleFiles.class.getResourceAsStream(name), "no file " + name)) {
      return new PageResponse(OK, contentType, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public PageResponse page() {
    return page;
  }

  public PageResponse style() {
    return style;
  }

  public PageResponse script() {
    return script;
  }
}
