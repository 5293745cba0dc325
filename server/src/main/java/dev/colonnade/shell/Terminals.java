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
 * Reads statements from a terminal: over several lines, with a history that is kept, and completion
 * of words and names.
 */
final class Terminals {
  private static final Path HISTORY =
      Path.of(System.getProperty("user.home"), ".colonnade_sql_history");
  private static final String PROMPT = "colonnade=> ";
  private static final String CONTINUED = "colonnade-> ";

  private final Shell shell;

  Terminals(Shell shell) {
    this.shell = shell;
  }

  /** Runs what the user types until the user leaves. */
  void run() throws IOException {
    try (Terminal terminal = TerminalBuilder.builder().system(true).build();
        StatementProgress progress = StatementProgress.on(terminal, shell)) {
      LineReader reader =
          LineReaderBuilder.builder()
              .terminal(terminal)
              .appName("colonnade")
              .parser(new StatementParser())
              .completer(new ShellCompleter(shell.connection()))
              .variable(LineReader.HISTORY_FILE, HISTORY)
              .variable(LineReader.SECONDARY_PROMPT_PATTERN, CONTINUED)
              .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
              .build();
      terminal.handle(Terminal.Signal.INT, signal -> shell.cancel());
      terminal.writer().println("\\? lists what the shell can do.");
      read(reader, progress);
    }
  }

  private void read(LineReader reader, StatementProgress progress) {
    while (!shell.isDone()) {
      try {
        StatementSplitter splitter = new StatementSplitter();
        for (String line : reader.readLine(PROMPT).lines().toList()) {
          splitter.add(line).forEach(complete -> progress.during(() -> shell.run(complete)));
        }
      } catch (UserInterruptException interrupted) {
        assert !shell.isDone(); // what was typed is dropped, and the shell goes on
      } catch (EndOfFileException left) {
        shell.leave();
      }
    }
  }
}
