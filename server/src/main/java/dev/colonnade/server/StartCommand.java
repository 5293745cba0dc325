package dev.colonnade.server;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.config.AuthenticationMode;
import dev.colonnade.server.config.SecurityConfig;
import dev.colonnade.server.config.load.ConfigLoader;
import dev.colonnade.server.config.load.ConfigSources;
import dev.colonnade.server.config.load.LoadedConfig;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command that runs a server until the process receives a stop signal. */
@Command(
    name = "start",
    header = "Run a server in the foreground.%n",
    description = {
      "%nOpens the store, creating it if there is none, and serves it until the process receives"
          + " a stop signal (Ctrl-C, or SIGTERM). Prints one line with the addresses to standard"
          + " output when it accepts requests; logs to standard error.%n",
      "Options take precedence over environment variables (COLONNADE_LISTEN_HOST for the setting"
          + " listen.host, and so on), and those over the configuration file."
    },
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit status:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  colonnade start --store data",
      "  colonnade start --store data --native-port 0 --http-port 0 --pg-port 0",
      "  colonnade start --config my.conf --listen 0.0.0.0",
    },
    sortOptions = false)
public final class StartCommand implements CliCommand {
  private static final Logger LOG = LoggerFactory.getLogger(StartCommand.class);

  /** System property with the program's folder; the launcher sets it. */
  private static final String HOME_PROPERTY = "colonnade.home";

  @Option(
      names = "--store",
      paramLabel = "DIR",
      description = "Folder of the store. Required, unless the configuration sets store.folder.")
  private @Nullable String store;

  @Option(
      names = "--listen",
      paramLabel = "HOST",
      description =
          "Name or address to listen on (default: 127.0.0.1, this machine only). Clients on other"
              + " machines need a password; the HTTP port requires no authentication.")
  private @Nullable String listen;

  @Option(
      names = "--native-port",
      paramLabel = "N",
      description = "Port of the native protocol (default: 7420); 0 picks a free one.")
  private @Nullable String nativePort;

  @Option(
      names = "--http-port",
      paramLabel = "N",
      description = "Port of HTTP: metrics, health and status (default: 7480); 0 picks a free one.")
  private @Nullable String httpPort;

  @Option(
      names = "--pg-port",
      paramLabel = "N",
      description = "Port of the PostgreSQL protocol (default: 7432); 0 picks a free one.")
  private @Nullable String pgPort;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Configuration file (default: config/colonnade.conf in the program's folder). It"
              + " documents all settings.")
  private @Nullable Path config;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("UnusedVariable") // picocli only checks that it is present
  private boolean isHelpRequested;

  private @Nullable CommandSpec spec;

  /** Called by picocli. */
  public StartCommand() {}

  @Spec
  void spec(CommandSpec commandSpec) {
    spec = commandSpec;
    commandSpec.usageMessage().exitCodeList(ExitStatus.help());
  }

  @Override
  public Integer call() {
    PrintWriter out = requireNonNull(spec, "spec is null").commandLine().getOut();
    ServerProcess.run(this::load, out);
    return ExitStatus.OK.number();
  }

  private LoadedConfig load() {
    LoadedConfig loaded = ConfigLoader.load(sources());
    for (String name : loaded.unknownVariables()) {
      LOG.warn("environment variable matches no setting: name={}", name);
    }
    warnBeyondThisMachine(loaded.config().listen().host(), loaded.config().security());
    return loaded;
  }

  private ConfigSources sources() {
    Map<String, ConfigSources.Option> options = new HashMap<>();
    put(options, "store.folder", "--store", store);
    put(options, "listen.host", "--listen", listen);
    put(options, "listen.native-port", "--native-port", nativePort);
    put(options, "listen.http-port", "--http-port", httpPort);
    put(options, "pg.port", "--pg-port", pgPort);
    return new ConfigSources(config == null ? defaultFile() : config, System.getenv(), options);
  }

  private static void put(
      Map<String, ConfigSources.Option> options, String key, String name, @Nullable String value) {
    if (value != null) {
      options.put(key, new ConfigSources.Option(name, value));
    }
  }

  private static @Nullable Path defaultFile() {
    String home = System.getProperty(HOME_PROPERTY);
    Path file = home == null ? null : Path.of(home, "config", "colonnade.conf");
    return file != null && Files.exists(file) ? file : null;
  }

  private static void warnBeyondThisMachine(String host, SecurityConfig security) {
    try {
      if (InetAddress.getByName(host).isLoopbackAddress()) {
        return;
      }
      if (security.authentication() == AuthenticationMode.TRUST) {
        LOG.warn(
            "listening beyond this machine without authentication: every client that reaches a"
                + " port can read and write all data: host={}",
            host);
      } else if (security.tls().isEmpty()) {
        LOG.warn(
            "listening beyond this machine without a certificate: network traffic is not"
                + " encrypted: host={}",
            host);
      }
    } catch (UnknownHostException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION, "no such host to listen on: host=" + host, e);
    }
  }
}
