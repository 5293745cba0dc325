package dev.colonnade.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.tpch.TpchReference;
import dev.colonnade.bench.tpch.TpchTable;
import dev.colonnade.server.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** End-to-end tests of the demo with processes, network and store. */
@Tag("integration")
final class DemoCommandTest {
  private static final int DEMO_SECONDS_MAX = 540;
  private static final Pattern FOLDER = Pattern.compile("folder +(\\S+), removed at the end");

  @TempDir private Path folder;

  @Test
  void shouldRunAllStepsAndPassAllChecks() throws Exception {
    Path output = folder.resolve("output.txt");
    Process demo =
        new ProcessBuilder(program("demo", "--scale=0.01", "--exit"))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();

    boolean ended = demo.waitFor(DEMO_SECONDS_MAX, TimeUnit.SECONDS);
    demo.destroyForcibly();
    String text = Files.readString(output);

    assertThat(ended).as(text).isTrue();
    assertThat(demo.exitValue()).as(text).isZero();
    assertThat(text)
        .contains("lineitem", "60,175", "16 of 16 columns", "key-values", "1 -> 2 ranges")
        .containsPattern("All \\d+ checks passed\\.")
        .doesNotContain("✗", "\u001b[");
    assertThat(folderOf(text)).doesNotExist();
  }

  @Test
  void shouldReportFailedChecks() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Console console = new Console(new PrintStream(out, true, StandardCharsets.UTF_8), false, false);
    DemoCommand command = new DemoCommand(console, scale -> wrong(TpchReference.of(scale)));

    int status = new CommandLine(command).execute("--scale=0.01", "--exit");
    String text = out.toString(StandardCharsets.UTF_8);

    assertThat(status).as(text).isEqualTo(1);
    assertThat(text)
        .containsPattern("✗ rows of region +expected 6, got 5")
        .containsPattern("1 of \\d+ checks FAILED\\.");
  }

  @Test
  void shouldRejectAFolderThatIsNotEmpty() throws IOException {
    Files.writeString(folder.resolve("mine.txt"), "keep me");
    List<Throwable> failures = new ArrayList<>();
    CommandLine commandLine =
        new CommandLine(new DemoCommand())
            .setExecutionExceptionHandler(
                (failure, line, parsed) -> {
                  failures.add(failure);
                  return CommandLine.ExitCode.SOFTWARE;
                });

    assertThat(commandLine.execute("--store=" + folder)).isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(failures)
        .singleElement()
        .satisfies(it -> assertThat(it).hasMessageContaining("file=mine.txt"));
  }

  private static TpchReference wrong(TpchReference reference) {
    Map<TpchTable, Long> rowCounts = new EnumMap<>(reference.rowCounts());
    rowCounts.merge(TpchTable.REGION, 1L, Long::sum);
    return new TpchReference(
        reference.scale(), rowCounts, reference.supplierBalanceCents(), reference.lineItems());
  }

  private static List<String> program(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("--") || flag.startsWith("-XX:"))
        .forEach(command::add);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  private static Path folderOf(String text) {
    Matcher folder = FOLDER.matcher(text);
    assertThat(folder.find()).as(text).isTrue();
    return Path.of(folder.group(1));
  }
}
