package dev.colonnade.server;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Error reporter of commands: one line for each failure, with a stack trace only if requested. */
final class CommandErrorHandler implements IExecutionExceptionHandler, IParameterExceptionHandler {
  private static final String PREFIX = "colonnade: ";

  private final BooleanSupplier isVerbose;

  CommandErrorHandler(BooleanSupplier isVerbose) {
    this.isVerbose = requireNonNull(isVerbose, "isVerbose is null");
  }

  @Override
  public int handleExecutionException(
      Exception failure, CommandLine command, ParseResult arguments) {
    PrintWriter err = command.getErr();
    int status = report(failure, err);
    if (isVerbose.getAsBoolean()) {
      failure.printStackTrace(err);
      err.flush();
    }
    return status;
  }

  /** Writes the line of a failure, and returns the exit status. */
  static int report(Exception failure, PrintWriter err) {
    err.println(PREFIX + line(failure));
    err.flush();
    return ExitStatus.of(failure).number();
  }

  @Override
  public int handleParseException(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(PREFIX + line(failure));
    if (!UnmatchedArgumentException.printSuggestions(failure, err)) {
      err.println(
          "Try '" + command.getCommandSpec().qualifiedName(" ") + " --help' for more information.");
    }
    err.flush();
    return ExitStatus.USAGE.number();
  }

  /**
   * Returns the error line. It includes the class of an exception that is not Colonnade's own,
   * because the message alone may not be understandable.
   */
  private static String line(Throwable failure) {
    String text =
        switch (failure) {
          case ColonnadeException _, ParameterException _ -> String.valueOf(failure.getMessage());
          case NoSuchFileException missing -> missing.getFile() + ": no such file or folder";
          case AccessDeniedException denied -> denied.getFile() + ": permission denied";
          default -> failure.toString();
        };
    return text.lines().map(String::strip).reduce((left, right) -> left + " " + right).orElse("");
  }
}
