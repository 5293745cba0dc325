import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Preparation of a server for pgjdbc's test suite, and comparison of two runs.
 *
 * <pre>
 *   java -cp DRIVER Suite.java prepare HOST PORT PASSWORD
 *   java Suite.java compare KNOWN COLONNADE [POSTGRESQL]
 * </pre>
 */
final class Suite {
  private static final Duration START_MAX = Duration.ofMinutes(5);

  private Suite() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("prepare")) {
      prepare("jdbc:postgresql://" + arguments[1] + ":" + arguments[2] + "/", arguments[3]);
    } else {
      boolean hasReference = Files.isDirectory(Path.of(arguments[3]));
      Map<String, Outcome> actual = read(Path.of(arguments[2]));
      Map<String, Outcome> expected = hasReference ? read(Path.of(arguments[3])) : actual;
      System.exit(compare(Path.of(arguments[1]), actual, expected, hasReference) ? 0 : 1);
    }
  }

  /** Creates the user and the database of the suite's build.properties. */
  private static void prepare(String url, String password) throws Exception {
    try (Connection connection = connect(url + "postgres", password);
        Statement statement = connection.createStatement()) {
      for (String sql :
          List.of(
              "DROP DATABASE IF EXISTS test",
              "DROP ROLE IF EXISTS test",
              "CREATE ROLE test LOGIN PASSWORD 'test'",
              "CREATE DATABASE test OWNER test")) {
        statement.execute(sql);
      }
    }
  }

  /** Returns a connection to a server that may have been started just now. */
  private static Connection connect(String url, String password)
      throws SQLException, InterruptedException {
    Instant end = Instant.now().plus(START_MAX);
    while (true) {
      try {
        return DriverManager.getConnection(url, "postgres", password);
      } catch (SQLException e) {
        boolean starts = e.getSQLState().startsWith("08") || e.getSQLState().equals("57P03");
        if (!starts || Instant.now().isAfter(end)) {
          throw e;
        }
        Thread.sleep(500);
      }
    }
  }

  /** Result of a test: its failure, empty if it passed. */
  private record Outcome(boolean isSkipped, String failure) {
    boolean passed() {
      return !isSkipped && failure.isEmpty();
    }

    boolean failed() {
      return !failure.isEmpty();
    }
  }

  /** Returns the outcomes by class, method and number of the invocation. */
  private static Map<String, Outcome> read(Path folder) throws IOException, XMLStreamException {
    Map<String, Outcome> outcomes = new TreeMap<>();
    try (DirectoryStream<Path> reports = Files.newDirectoryStream(folder, "TEST-*.xml")) {
      for (Path report : reports) {
        read(report, outcomes);
      }
    }
    return outcomes;
  }

  private static void read(Path report, Map<String, Outcome> outcomes)
      throws IOException, XMLStreamException {
    XMLStreamReader xml =
        XMLInputFactory.newInstance().createXMLStreamReader(Files.newInputStream(report));
    String test = "";
    while (xml.hasNext()) {
      if (xml.next() == XMLStreamReader.START_ELEMENT) {
        switch (xml.getLocalName()) {
          case "testcase" -> {
            test = xml.getAttributeValue(null, "classname") + "." + name(xml);
            // Invocations of parameterized classes have equal names.
            for (int i = 2; outcomes.containsKey(test); i++) {
              test = test.replaceFirst("( #\\d+)?$", " #" + i);
            }
            outcomes.put(test, new Outcome(false, ""));
          }
          case "skipped" -> outcomes.put(test, new Outcome(true, ""));
          case "failure", "error" -> {
            String message = xml.getAttributeValue(null, "message");
            String type = xml.getAttributeValue(null, "type");
            outcomes.put(test, new Outcome(false, firstLine(message == null ? type : message)));
          }
          default -> {}
        }
      }
    }
  }

  private static String name(XMLStreamReader xml) {
    return xml.getAttributeValue(null, "name");
  }

  private static String firstLine(String message) {
    return message.strip().lines().limit(2).reduce((a, b) -> a + " | " + b.strip()).orElse("?");
  }

  /** Prints the comparison; returns whether no test fails that is not known to. */
  private static boolean compare(
      Path knownFile,
      Map<String, Outcome> actual,
      Map<String, Outcome> expected,
      boolean hasReference)
      throws IOException {
    Map<String, String> known = known(knownFile);
    if (hasReference) {
      print("PostgreSQL", expected);
    }
    print("Colonnade", actual);
    List<String> missing = new ArrayList<>();
    Map<String, Integer> knownCounts = new LinkedHashMap<>();
    TreeSet<String> unused = new TreeSet<>(known.keySet());
    int comparable = 0;
    for (String test : expected.keySet()) {
      if (hasReference && !expected.get(test).passed()) {
        continue;
      }
      comparable++;
      Outcome outcome = actual.get(test);
      if (outcome != null && outcome.passed()) {
        continue;
      }
      String entry = entry(known, test);
      if (entry != null) {
        unused.remove(entry);
        knownCounts.merge(known.get(entry), 1, Integer::sum);
      } else if (outcome == null || outcome.failed() || hasReference) {
        String failure = outcome == null ? "not run" : outcome.failure();
        missing.add(test + "\n    " + (failure.isEmpty() ? "skipped" : failure));
      }
    }
    int failures = missing.size() + knownCounts.values().stream().mapToInt(n -> n).sum();
    System.out.printf(
        "%d of %d tests%s pass with Colonnade (%.1f %%)%n",
        comparable - failures,
        comparable,
        hasReference ? " that pass with PostgreSQL" : "",
        100.0 * (comparable - failures) / Math.max(1, comparable));
    knownCounts.forEach((reason, count) -> System.out.printf("  known: %5d %s%n", count, reason));
    unused.forEach(entry -> System.out.println("  known, but without a failure: " + entry));
    if (!missing.isEmpty()) {
      System.out.println(missing.size() + " failures with Colonnade only, not known:");
      missing.forEach(System.out::println);
    }
    return missing.isEmpty();
  }

  private static void print(String server, Map<String, Outcome> outcomes) {
    long passed = outcomes.values().stream().filter(Outcome::passed).count();
    long failed = outcomes.values().stream().filter(Outcome::failed).count();
    System.out.printf(
        "%s: %d tests, %d passed, %d failed, %d skipped%n",
        server, outcomes.size(), passed, failed, outcomes.size() - passed - failed);
  }

  /** Returns reasons by test; a line has a class, a method or an invocation, a tab and a reason. */
  private static Map<String, String> known(Path file) throws IOException {
    Map<String, String> known = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        int tab = line.indexOf('\t');
        known.put(line.substring(0, tab), line.substring(tab + 1));
      }
    }
    return known;
  }

  /** Returns the longest entry that begins the test's name and ends at a border of it. */
  private static String entry(Map<String, String> known, String test) {
    String longest = null;
    for (String entry : known.keySet()) {
      boolean matches =
          test.startsWith(entry)
              && (test.length() == entry.length()
                  || !Character.isJavaIdentifierPart(test.charAt(entry.length())));
      if (matches && (longest == null || entry.length() > longest.length())) {
        longest = entry;
      }
    }
    return longest;
  }
}
