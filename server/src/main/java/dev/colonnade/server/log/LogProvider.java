package dev.colonnade.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.Duration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Binding of SLF4J to Logback for the program. The default configuration is code, because Logback's
 * own search for a configuration opens every jar, and its XML parser loads 400 classes: together a
 * tenth of the processor time of a start. A file, if there is one, replaces the default.
 */
public final class LogProvider implements SLF4JServiceProvider {
  /** System property with the name of the provider, which SLF4J reads. */
  private static final String PROVIDER = "slf4j.provider";

  /** System property with the least level of SLF4J's own messages. */
  private static final String VERBOSITY = "slf4j.internal.verbosity";

  /** System property with the file that replaces the default configuration. */
  private static final String FILE = "logback.configurationFile";

  /** Interval in which the size of the log file is checked. */
  private static final double CHECK_MILLIS = 100;

  private static final String API_VERSION = "2.0.99";

  private final LoggerContext context = new LoggerContext();
  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final LogbackMDCAdapter diagnostics = new LogbackMDCAdapter();

  /** Called by SLF4J. */
  public LogProvider() {}

  /** Selects this provider unless another one is selected. To be called before the first log. */
  public static void install(Properties properties) {
    properties.putIfAbsent(PROVIDER, LogProvider.class.getName());
    properties.putIfAbsent(VERBOSITY, "WARN");
    String home = properties.getProperty("colonnade.home");
    if (home != null && properties.getProperty(FILE) == null) {
      Path file = Path.of(home, "config", "logback.xml");
      if (Files.exists(file)) {
        properties.setProperty(FILE, file.toString());
      }
    }
  }

  @Override
  public void initialize() {
    context.setName("default");
    context.setMDCAdapter(diagnostics);
    configure(context, System.getProperty(FILE), options());
    context.start();
  }

  /** Returns the options of the environment; the default ones if they are invalid. */
  private static LogOptions options() {
    try {
      return LogOptions.of(System.getenv());
    } catch (IllegalArgumentException e) {
      System.err.println("colonnade: log configuration is not usable: " + e.getMessage());
      return LogOptions.ofLevel("INFO");
    }
  }

  /**
   * Configures a context.
   *
   * @param file configuration file of Logback; null for the default configuration
   * @param options of the default configuration
   */
  static void configure(LoggerContext context, @Nullable String file, LogOptions options) {
    if (file == null || !configured(context, file)) {
      configure(context, options);
    }
  }

  private static boolean configured(LoggerContext context, String file) {
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    try {
      configurator.doConfigure(file);
      return true;
    } catch (JoranException e) {
      context.reset();
      System.err.println("colonnade: log configuration is not usable: " + e.getMessage());
      return false;
    }
  }

  /** Configures a log to a file or to standard error. */
  private static void configure(LoggerContext context, LogOptions options) {
    LayoutBase<ILoggingEvent> layout = options.isJson() ? new JsonLogLayout() : new LogLayout();
    layout.setContext(context);
    layout.start();
    LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
    encoder.setContext(context);
    encoder.setLayout(layout);
    encoder.start();
    String file = options.file();
    Appender<ILoggingEvent> appender =
        file == null ? console(context, encoder) : rolling(context, encoder, file, options);
    context.getLogger("io.netty").setLevel(Level.WARN);
    context.getLogger("org.apache.arrow").setLevel(Level.WARN);
    context.getLogger("org.apache.ratis").setLevel(Level.WARN);
    // Otherwise it warns several times a second while a member of a cluster is away.
    context.getLogger("org.apache.ratis.grpc").setLevel(Level.ERROR);
    context.getLogger("ROOT").setLevel(Level.toLevel(options.level(), Level.INFO));
    context.getLogger("ROOT").addAppender(appender);
  }

  private static Appender<ILoggingEvent> console(
      LoggerContext context, LayoutWrappingEncoder<ILoggingEvent> encoder) {
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setContext(context);
    console.setName("console");
    console.setTarget("System.err");
    console.setEncoder(encoder);
    console.start();
    return console;
  }

  /** Returns an appender to a file, whose predecessors are {@code file.1}, {@code file.2}, ... */
  private static Appender<ILoggingEvent> rolling(
      LoggerContext context,
      LayoutWrappingEncoder<ILoggingEvent> encoder,
      String file,
      LogOptions options) {
    RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
    appender.setContext(context);
    appender.setName("file");
    appender.setFile(file);
    appender.setEncoder(encoder);
    FixedWindowRollingPolicy names = new FixedWindowRollingPolicy();
    names.setContext(context);
    names.setParent(appender);
    names.setFileNamePattern(file + ".%i");
    names.setMinIndex(1);
    names.setMaxIndex(options.filesKept());
    names.start();
    SizeBasedTriggeringPolicy<ILoggingEvent> size = new SizeBasedTriggeringPolicy<>();
    size.setContext(context);
    size.setMaxFileSize(options.fileMax());
    size.setCheckIncrement(Duration.buildByMilliseconds(CHECK_MILLIS));
    size.start();
    appender.setRollingPolicy(names);
    appender.setTriggeringPolicy(size);
    appender.start();
    return appender;
  }

  @Override
  public ILoggerFactory getLoggerFactory() {
    return context;
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return diagnostics;
  }

  @Override
  public String getRequestedApiVersion() {
    return API_VERSION;
  }
}
