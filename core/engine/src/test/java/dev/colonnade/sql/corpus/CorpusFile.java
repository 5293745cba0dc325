package dev.colonnade.sql.corpus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.corpus.CorpusRecord.Order;
import dev.colonnade.sql.corpus.CorpusRecord.Query;
import dev.colonnade.sql.corpus.CorpusRecord.Statement;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * File of the corpus. Its records are separated by empty lines; records for other database systems
 * are omitted.
 *
 * @param name path in the archive of the corpus
 */
record CorpusFile(String name, List<CorpusRecord> records) {
  private static final String SUFFIX = ".test";
  private static final String SOME_FILE = "/test/select1.test";
  private static final String SYSTEM = "postgresql";

  CorpusFile {
    requireNonNull(name, "name is null");
    records = List.copyOf(records);
  }

  /** Returns the names of all files, sorted. */
  static List<String> names() throws IOException {
    URL file = requireNonNull(CorpusFile.class.getResource(SOME_FILE), SOME_FILE);
    JarURLConnection connection = (JarURLConnection) file.openConnection();
    connection.setUseCaches(false);
    try (JarFile archive = connection.getJarFile()) {
      return archive.stream()
          .map(ZipEntry::getName)
          .filter(name -> name.endsWith(SUFFIX))
          .sorted()
          .toList();
    }
  }

  /** Reads a file. */
  static CorpusFile read(String name) throws IOException {
    try (@Nullable InputStream input = CorpusFile.class.getResourceAsStream("/" + name)) {
      return parse(name, new String(requireNonNull(input, name).readAllBytes(), UTF_8));
    }
  }

  /** Returns the file of a text. */
  static CorpusFile parse(String name, String text) {
    List<CorpusRecord> records = new ArrayList<>();
    List<String> lines = text.lines().toList();
    int start = 0;
    for (int i = 0; i <= lines.size(); i++) {
      if (i == lines.size() || lines.get(i).isBlank()) {
        CorpusRecord found = record(start + 1, lines.subList(start, i));
        if (found != null) {
          records.add(found);
        }
        start = i + 1;
      }
    }
    return new CorpusFile(name, records);
  }

  private static @Nullable CorpusRecord record(int line, List<String> lines) {
    int first = 0;
    while (first < lines.size() && isPrefix(lines.get(first))) {
      if (!appliesToPostgres(lines.get(first))) {
        return null;
      }
      first++;
    }
    if (first == lines.size()) {
      return null;
    }
    String[] head = lines.get(first).strip().split("\\s+", -1);
    List<String> body = lines.subList(first + 1, lines.size());
    return switch (head[0]) {
      case "statement" -> new Statement(line, String.join("\n", body), head[1].equals("error"));
      case "query" -> query(line, head, body);
      case "hash-threshold" -> null; // the results themselves show which are checksums
      case "halt" -> null;
      default -> throw new IllegalArgumentException("no such record: line=" + line);
    };
  }

  private static boolean isPrefix(String line) {
    return line.startsWith("#") || line.startsWith("skipif") || line.startsWith("onlyif");
  }

  private static boolean appliesToPostgres(String line) {
    String[] words = line.split("\\s+", -1);
    return switch (words[0]) {
      case "skipif" -> !words[1].equals(SYSTEM);
      case "onlyif" -> words[1].equals(SYSTEM);
      default -> true;
    };
  }

  private static Query query(int line, String[] head, List<String> body) {
    int dashes = body.indexOf("----");
    int end = dashes < 0 ? body.size() : dashes;
    Order order = head.length > 2 ? Order.valueOf(head[2].toUpperCase(Locale.ROOT)) : Order.NOSORT;
    List<String> expected = dashes < 0 ? List.of() : body.subList(dashes + 1, body.size());
    return new Query(line, String.join("\n", body.subList(0, end)), head[1], order, expected);
  }
}
