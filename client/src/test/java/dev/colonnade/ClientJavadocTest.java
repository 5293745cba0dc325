package dev.colonnade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the Javadoc of the client and the driver: it has neither errors nor warnings, and in the
 * packages that applications use everything has a comment. Tags that would repeat the first
 * sentence are not required.
 */
@Tag("integration")
final class ClientJavadocTest {
  private static final Pattern PROBLEM =
      Pattern.compile("^(.*)[/\\\\](\\w+)\\.java:(\\d+): (?:warning|error)(?: -)?:? (.*)$");

  private static final Pattern USED =
      Pattern.compile("dev/colonnade/(client(/(arrow|error|page|sequence|table))?|jdbc)");

  @Test
  void shouldHaveJavadocWithoutWarnings(@TempDir Path folder) {
    ToolProvider javadoc = ToolProvider.findFirst("javadoc").orElseThrow();
    StringWriter printed = new StringWriter();
    PrintWriter out = new PrintWriter(printed);
    javadoc.run(
        out,
        out,
        "-quiet",
        "-Xdoclint:all",
        "-Xmaxwarns",
        "10000",
        "-classpath",
        System.getProperty("java.class.path"),
        "-d",
        folder.toString(),
        "-sourcepath",
        Path.of("src", "main", "java").toString(),
        "-subpackages",
        "dev.colonnade");
    out.flush();
    List<String> problems =
        printed.toString().lines().filter(line -> PROBLEM.matcher(line).matches()).toList();
    assertThat(problems).as("%s", printed).hasSizeGreaterThan(100); // those that are filtered
    assertThat(problems.stream().filter(ClientJavadocTest::isProblem)).isEmpty();
  }

  private static boolean isProblem(String line) {
    Matcher problem = PROBLEM.matcher(line);
    assertThat(problem.matches()).isTrue();
    String folder = problem.group(1).replace('\\', '/').replaceFirst("^src/main/java/", "");
    String message = problem.group(4);
    if (message.startsWith("no @")) {
      return false;
    }
    // The serialized fields of the exception are private.
    boolean isPrivate = problem.group(2).equals("ClientException");
    boolean isMissing = message.equals("no comment") || message.contains("default constructor");
    return !isMissing || (USED.matcher(folder).matches() && !isPrivate);
  }
}
