package dev.colonnade.shell;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.server.CliCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.HttpURLConnection;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command that asks a server over HTTP whether it is ready, as health checks of containers do. */
@Command(
    name = "ping",
    header = "Ask whether a server is ready.",
    synopsisHeading = "%nUsage: ",
    description = {
      "%nReads the page /ready of the server's HTTP port, which needs no user, and prints it. A"
          + " follower of a cluster that lags is not ready."
    },
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:The server is ready.",
      "1:The server answers, and is not ready.",
      "2:The command line is wrong.",
      "3:There is no answer."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  colonnade ping", "  colonnade ping --url http://10.0.0.1:7480 --timeout 2"},
    sortOptions = false)
public final class PingCommand implements CliCommand {
  private static final int READY = 200;
  private static final int ANSWER_BYTES_MAX = 4096;
  private static final int NOT_READY = 1;
  private static final int NO_ANSWER = 3;
  private static final int MILLIS = 1000;
  private static final int SECONDS_MAX = 3600;

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:7480",
      description = "The server's HTTP port (default: ${DEFAULT-VALUE}).")
  private String url = "";

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "Time to wait for an answer, from 1 to 3600 (default: ${DEFAULT-VALUE}).")
  private int timeoutSeconds;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("UnusedVariable") // picocli requires only that it is declared
  private boolean isHelpRequested;

  @Spec private @Nullable CommandSpec spec;

  /** Creates the command; picocli sets its options. */
  public PingCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = requireNonNull(spec, "spec is null").commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    if (timeoutSeconds < 1 || timeoutSeconds > SECONDS_MAX) {
      return usage(err, "--timeout is not from 1 to 3600: " + timeoutSeconds);
    }
    HttpURLConnection connection;
    try {
      URI page = URI.create(url + (url.endsWith("/") ? "ready" : "/ready"));
      if (!(page.toURL().openConnection() instanceof HttpURLConnection http)) {
        return usage(err, "--url is not that of an HTTP port: " + url);
      }
      connection = http;
    } catch (IllegalArgumentException | IOException e) {
      return usage(err, "--url is not that of an HTTP port: " + url);
    }
    connection.setConnectTimeout(timeoutSeconds * MILLIS);
    connection.setReadTimeout(timeoutSeconds * MILLIS);
    try {
      int status = connection.getResponseCode();
      out.println(body(connection, status).strip());
      out.flush();
      return status == READY ? 0 : NOT_READY;
    } catch (IOException e) {
      err.println("colonnade: no answer: url=%s reason=%s".formatted(url, e.getMessage()));
      err.flush();
      return NO_ANSWER;
    } finally {
      connection.disconnect();
    }
  }

  private int usage(PrintWriter err, String message) {
    err.println("colonnade: " + message);
    err.flush();
    return requireNonNull(spec, "spec is null").exitCodeOnInvalidInput();
  }

  private static String body(HttpURLConnection connection, int status) throws IOException {
    InputStream stream =
        status == READY ? connection.getInputStream() : connection.getErrorStream();
    if (stream == null) {
      return "status " + status;
    }
    try (stream) {
      return new String(stream.readNBytes(ANSWER_BYTES_MAX), UTF_8);
    }
  }
}
