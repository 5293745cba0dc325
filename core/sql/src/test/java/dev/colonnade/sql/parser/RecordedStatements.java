package dev.colonnade.sql.parser;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Statements with the verdicts of PostgreSQL 15, recorded in a transaction that had failed, where
 * it only parses. A line has the statement and, if it is refused, a tab and {@code
 * state|position|message}. Statements that are not supported, or that Colonnade adds, are left out.
 */
public final class RecordedStatements {
  private static final String RESOURCE = "/dev/colonnade/sql/parser/verdicts.txt";

  private RecordedStatements() {}

  /** Statement with PostgreSQL's verdict, which is empty if it parses. */
  public record Recorded(String sql, String verdict) {}

  /** Returns all recorded statements. */
  public static List<Recorded> read() {
    InputStream resource =
        requireNonNull(RecordedStatements.class.getResourceAsStream(RESOURCE), RESOURCE);
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
      return lines.lines().map(RecordedStatements::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Recorded parse(String line) {
    int tab = line.indexOf('\t');
    return tab < 0
        ? new Recorded(unescape(line), "")
        : new Recorded(unescape(line.substring(0, tab)), line.substring(tab + 1));
  }

  private static String unescape(String text) {
    StringBuilder plain = new StringBuilder();
    boolean escaped = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!escaped && c == '\\') {
        escaped = true;
        continue;
      }
      plain.append(escaped ? escaped(c) : c);
      escaped = false;
    }
    return plain.toString();
  }

  private static char escaped(char c) {
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      default -> c;
    };
  }
}
