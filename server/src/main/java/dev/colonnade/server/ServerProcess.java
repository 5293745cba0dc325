package dev.colonnade.server;

import static java.util.Objects.requireNonNullElse;

import dev.colonnade.server.config.LoadedConfig;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server that is the whole of its process, until a signal ends it. */
final class ServerProcess {
  private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);

  /** The server, or why there is none. */
  private final CompletableFuture<Server> started = new CompletableFuture<>();

  private final Thread onSignal = new Thread(this::end, "colonnade-stop");

  private ServerProcess() {}

  /**
   * Starts a server as {@code load} says, tells so on {@code out}, and does not return before the
   * process ends. A signal that comes while it starts ends it in good order, too.
   */
  static void run(Supplier<LoadedConfig> load, PrintWriter out) {
    CarrierThreads.configure(System.getProperties(), Runtime.getRuntime().availableProcessors());
    ServerProcess process = new ServerProcess();
    Runtime.getRuntime().addShutdownHook(process.onSignal);
    LoadedConfig loaded;
    Server server;
    try {
      loaded = load.get();
      server = Server.start(loaded.config(), loaded.settings());
    } catch (RuntimeException | Error e) {
      process.failed(e);
      throw e;
    }
    process.started.complete(server);
    out.println(readyLine(server, loaded));
    out.flush();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whoever called ends the process, unless a signal is already doing that. */
  private void failed(Throwable failure) {
    started.completeExceptionally(failure);
    try {
      Runtime.getRuntime().removeShutdownHook(onSignal);
    } catch (IllegalStateException alreadyEnding) {
      LOG.debug("told to stop while failing to start", alreadyEnding);
    }
  }

  /**
   * Closes the server once it has started, and ends the process with the status of one that did
   * what it was told: left to itself, a JVM that gets a signal ends as if it had been killed by it.
   */
  private void end() {
    ExitStatus status = ExitStatus.OK;
    try {
      LOG.info("stopping");
      started.join().close();
      LOG.info("stopped");
    } catch (CompletionException e) {
      Throwable failure = requireNonNullElse(e.getCause(), e);
      LOG.error("told to stop, but it could not even start", failure);
      status = ExitStatus.of(failure);
    } catch (RuntimeException | Error e) {
      LOG.error("could not stop in good order", e);
      status = ExitStatus.FAILURE;
    }
    Runtime.getRuntime().halt(status.number());
  }

  /** One line for people and programs. */
  private static String readyLine(Server server, LoadedConfig loaded) {
    String host = loaded.config().listen().host();
    return "colonnade is ready: native %s http %s pg %s store %s"
        .formatted(
            text(server.nativeAddress(), host),
            text(server.httpAddress(), host),
            text(server.pgAddress(), host),
            loaded.config().engine().folder());
  }

  /** All interfaces are called as the user called them: there are several ways. */
  private static String text(InetSocketAddress address, String listenHost) {
    InetAddress resolved = address.getAddress();
    String host = resolved.isAnyLocalAddress() ? listenHost : resolved.getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }
}
