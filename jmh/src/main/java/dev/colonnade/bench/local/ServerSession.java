package dev.colonnade.bench.local;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A server on a fresh folder, and the end of both: closing it, once or more often and by any
 * thread, ends the server and removes the folder unless it is to be kept. It is also closed when
 * this process is asked to end.
 */
public final class ServerSession implements AutoCloseable {
  private final Place place;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread atEnd = Thread.ofPlatform().name("server-end").unstarted(this::end);
  private volatile @Nullable LocalServer server;

  private ServerSession(Place place) {
    this.place = requireNonNull(place, "place is null");
  }

  /**
   * Starts a server with its store and log in a folder.
   *
   * @throws IOException if it does not start; the folder then stays, with the log in it
   */
  public static ServerSession start(Place place, LocalServerOptions options)
      throws IOException, InterruptedException {
    ServerSession session = new ServerSession(place);
    Runtime.getRuntime().addShutdownHook(session.atEnd);
    try {
      session.server = LocalServer.start(place.folder(), options);
      return session;
    } catch (IOException | InterruptedException e) {
      session.forgetEnd();
      throw e;
    }
  }

  public LocalServer server() {
    return requireNonNull(server, "server is null");
  }

  public Place place() {
    return place;
  }

  @Override
  public void close() {
    end();
    forgetEnd();
  }

  private void end() {
    if (closed.compareAndSet(false, true)) {
      LocalServer started = server;
      if (started != null) {
        started.close();
      }
      place.leave();
    }
  }

  private void forgetEnd() {
    try {
      Runtime.getRuntime().removeShutdownHook(atEnd);
    } catch (IllegalStateException e) {
      // This process is ending already: its end does what is left to do.
    }
  }

  /**
   * A folder for a server.
   *
   * @param kept whether it stays when the server has ended
   */
  public record Place(Path folder, boolean kept) {
    public Place {
      requireNonNull(folder, "folder is null");
    }

    /** A folder of the system's temporary ones. */
    public static Place temporary(String prefix, boolean kept) throws IOException {
      return new Place(Files.createTempDirectory(prefix), kept);
    }

    /** A folder that is kept; it is made if it is missing, and must be empty. */
    public static Place of(Path folder) throws IOException {
      Files.createDirectories(folder);
      try (Stream<Path> files = Files.list(folder)) {
        Optional<Path> first = files.findAny();
        if (first.isPresent()) {
          throw new IOException(
              "folder is not empty: folder=" + folder + " file=" + first.get().getFileName());
        }
      }
      return new Place(folder.toAbsolutePath(), true);
    }

    private void leave() {
      if (kept) {
        return;
      }
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("folder was not removed: folder=" + folder, e);
      }
    }
  }
}
