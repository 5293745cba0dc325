package dev.colonnade.server;

import static java.util.Objects.requireNonNullElse;

import dev.colonnade.server.config.ServerConfig;
import dev.colonnade.server.config.load.LoadedConfig;
import dev.colonnade.server.host.FileMode;
import dev.colonnade.storage.cluster.ClusterConfig;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Server process: runs a server until a signal ends the process. */
final class ServerProcess {
  private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);

  /** Completed with the server or the cluster member, or with the failure of its start. */
  private final CompletableFuture<AutoCloseable> started = new CompletableFuture<>();

  private final Thread onSignal = new Thread(this::end, "colonnade-stop");

  private ServerProcess() {}

  /**
   * Starts a server with the configuration from {@code load}, prints the ready line to {@code out},
   * and does not return before the process ends. A signal during the start also shuts the server
   * down cleanly.
   */
  static void run(Supplier<LoadedConfig> load, PrintWriter out) {
    run(load, config -> Optional.empty(), out);
  }

  /** Variant of {@link #run(Supplier, PrintWriter)} for a server that may be a cluster's member. */
  static void run(
      Supplier<LoadedConfig> load,
      Function<ServerConfig, Optional<ClusterConfig>> cluster,
      PrintWriter out) {
    CarrierThreads.configure(System.getProperties(), Runtime.getRuntime().availableProcessors());
    FileMode.denyOthers();
    ServerProcess process = new ServerProcess();
    Runtime.getRuntime().addShutdownHook(process.onSignal);
    try {
      LoadedConfig loaded = load.get();
      Optional<ClusterConfig> member = cluster.apply(loaded.config());
      process.started.complete(
          member.isPresent()
              ? ClusterServer.start(loaded, member.get(), out)
              : startAlone(loaded, out));
    } catch (RuntimeException | Error e) {
      process.failed(e);
      throw e;
    }
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Server startAlone(LoadedConfig loaded, PrintWriter out) {
    Server server = Server.start(loaded.config(), loaded.settings());
    out.println(ReadyLine.of(server, loaded));
    out.flush();
    WarmUp.start(server.database(), server::hasClients);
    return server;
  }

  /** Handles a failed start. The caller ends the process, unless a signal is already ending it. */
  private void failed(Throwable failure) {
    started.completeExceptionally(failure);
    try {
      Runtime.getRuntime().removeShutdownHook(onSignal);
    } catch (IllegalStateException alreadyEnding) {
      LOG.debug("stop signal during a failing start", alreadyEnding);
    }
  }

  /**
   * Closes the server once it has started, and ends the process with exit status 0. By default, the
   * exit status of a JVM that receives a signal would be that of a killed process.
   */
  private void end() {
    ExitStatus status = ExitStatus.OK;
    try {
      LOG.info("stopping");
      started.join().close();
      LOG.info("stopped");
    } catch (CompletionException e) {
      Throwable failure = requireNonNullElse(e.getCause(), e);
      LOG.error("stop signal after a failed start", failure);
      status = ExitStatus.of(failure);
    } catch (Exception | Error e) {
      LOG.error("unclean shutdown", e);
      status = ExitStatus.FAILURE;
    }
    Runtime.getRuntime().halt(status.number());
  }
}
