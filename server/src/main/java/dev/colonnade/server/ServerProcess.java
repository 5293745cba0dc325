package dev.colonnade.server;

import dev.colonnade.server.config.LoadedConfig;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server that is the whole of its process, until a signal ends it. */
final class ServerProcess {
  private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);

  private ServerProcess() {}

  /** Starts a server, says so on {@code out}, and does not return before the process ends. */
  static void run(LoadedConfig loaded, PrintWriter out) {
    Server server = Server.start(loaded.config(), loaded.settings());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server), "colonnade-stop"));
    out.println(readyLine(server, loaded));
    out.flush();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Closes the server, and ends the process with the status of one that did what it was told: left
   * to itself, a JVM that gets a signal ends as if it had been killed by it.
   */
  private static void end(Server server) {
    ExitStatus status = ExitStatus.OK;
    try {
      LOG.info("stopping");
      server.close();
      LOG.info("stopped");
    } catch (RuntimeException | Error e) {
      LOG.error("could not stop in good order", e);
      status = ExitStatus.FAILURE;
    }
    Runtime.getRuntime().halt(status.number());
  }

  /** One line for people and programs. */
  private static String readyLine(Server server, LoadedConfig loaded) {
    String host = loaded.config().listen().host();
    return "colonnade is ready: native %s http %s store %s"
        .formatted(
            text(server.nativeAddress(), host),
            text(server.httpAddress(), host),
            loaded.config().engine().folder());
  }

  /** All interfaces are called as the user called them: there are several ways. */
  private static String text(InetSocketAddress address, String listenHost) {
    InetAddress resolved = address.getAddress();
    String host = resolved.isAnyLocalAddress() ? listenHost : resolved.getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }
}
