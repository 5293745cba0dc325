package dev.colonnade.testing.tidy;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Word to avoid.
 *
 * @param expression what it is found by
 * @param better what to write instead
 */
record Term(Kind kind, Pattern expression, String better) {
  private static final String RESOURCE = "terms.tsv";

  /** Place in the sources where a term is looked for. */
  enum Kind {
    /** Comments and string literals. */
    PROSE,
    /** Names of types. */
    TYPE
  }

  Term {
    requireNonNull(kind, "kind is null");
    requireNonNull(expression, "expression is null");
    requireNonNull(better, "better is null");
  }

  /** Returns the terms of the list that this package comes with. */
  static List<Term> all() {
    InputStream resource =
        requireNonNull(Term.class.getResourceAsStream(RESOURCE), "terms.tsv is missing");
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> !line.startsWith("#")).map(Term::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Term parse(String line) {
    String[] fields = line.split("\t", -1);
    if (fields.length != 3) {
      throw new IllegalArgumentException("expected three fields: line=" + line);
    }
    return switch (fields[0]) {
      case "prose" ->
          new Term(Kind.PROSE, Pattern.compile("\\b(?:" + fields[1] + ")\\b"), fields[2]);
      case "type" ->
          new Term(Kind.TYPE, Pattern.compile("(?:" + fields[1] + ")(?![a-z])"), fields[2]);
      default -> throw new IllegalArgumentException("expected prose or type: line=" + line);
    };
  }
}
