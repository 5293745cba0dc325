package dev.colonnade.shell;

import java.io.IOException;
import java.nio.file.Path;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/**
 * Interactive session at a terminal: multi-line statements, a persistent history, and completion of
 * keywords and names.
 */
final class InteractiveShell {
  private static final Path HISTORY =
      Path.of(System.getProperty("user.home"), ".colonnade_sql_history");
  private static final String PROMPT = "colonnade=> ";
  private static final String CONTINUATION_PROMPT = "colonnade-> ";

  private final Shell shell;

  InteractiveShell(Shell shell) {
    this.shell = shell;
  }

  /** Runs the user's statements and commands until the user quits. */
  void run() throws IOException {
    try (Terminal terminal = TerminalBuilder.builder().system(true).build();
        StatementProgress progress = StatementProgress.on(terminal, shell)) {
      LineReader reader =
          LineReaderBuilder.builder()
              .terminal(terminal)
              .appName("colonnade")
              .parser(new StatementLineParser())
              .completer(new ShellCompleter(shell.connection()))
              .variable(LineReader.HISTORY_FILE, HISTORY)
              .variable(LineReader.SECONDARY_PROMPT_PATTERN, CONTINUATION_PROMPT)
              .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
              .build();
      terminal.handle(Terminal.Signal.INT, signal -> shell.cancel());
      terminal.writer().println("\\? lists the commands of the shell.");
      read(reader, progress);
    }
  }

  private void read(LineReader reader, StatementProgress progress) {
    while (!shell.isDone()) {
      try {
        InputSplitter splitter = new InputSplitter();
        for (String line : reader.readLine(PROMPT).lines().toList()) {
          splitter.add(line).forEach(complete -> progress.track(() -> shell.run(complete)));
        }
      } catch (UserInterruptException interrupted) {
        assert !shell.isDone(); // discards the input; the shell continues
      } catch (EndOfFileException quit) {
        shell.quit();
      }
    }
  }
}
