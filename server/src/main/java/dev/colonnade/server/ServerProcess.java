package dev.colonnade.server;

import dev.colonnade.server.config.LoadedConfig;
import java.io.PrintWriter;
import java.net.Inet6Address;
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
    out.println(readyLine(server));
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
  private static String readyLine(Server server) {
    return "colonnade is ready: native %s http %s store %s"
        .formatted(
            text(server.nativeAddress()),
            text(server.httpAddress()),
            server.database().config().folder());
  }

  private static String text(InetSocketAddress address) {
    InetAddress host = address.getAddress();
    String text = host.getHostAddress();
    return (host instanceof Inet6Address ? "[" + text + "]" : text) + ":" + address.getPort();
  }
}
