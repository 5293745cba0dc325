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
 * Life cycle of a local server and its folder. {@link #close()} ends the server and removes the
 * folder unless it is persistent; it is idempotent and thread-safe. A shutdown hook closes the
 * server when this process is terminated.
 */
public final class ManagedServer implements AutoCloseable {
  private final Place place;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread shutdownHook = Thread.ofPlatform().name("server-end").unstarted(this::end);
  private volatile @Nullable LocalServer server;

  private ManagedServer(Place place) {
    this.place = requireNonNull(place, "place is null");
  }

  /**
   * Starts a server with its store and log in a folder.
   *
   * @throws IOException if the server does not start; the folder, with the log, is then retained
   */
  public static ManagedServer start(Place place, LocalServerOptions options)
      throws IOException, InterruptedException {
    ManagedServer session = new ManagedServer(place);
    Runtime.getRuntime().addShutdownHook(session.shutdownHook);
    try {
      session.server = LocalServer.start(place.folder(), options);
      return session;
    } catch (IOException | InterruptedException e) {
      session.removeShutdownHook();
      throw e;
    }
  }

  /** Ends the server and starts it again on its store. */
  public void restart(LocalServerOptions options) throws IOException, InterruptedException {
    server().close();
    server = LocalServer.start(place.folder(), options);
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
    removeShutdownHook();
  }

  private void end() {
    if (closed.compareAndSet(false, true)) {
      LocalServer started = server;
      if (started != null) {
        started.close();
      }
      place.removeUnlessPersistent();
    }
  }

  private void removeShutdownHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      // This process is ending already: the shutdown hook runs.
    }
  }

  /**
   * Folder of a server.
   *
   * @param persistent whether the folder remains after the end of the server
   */
  public record Place(Path folder, boolean persistent) {
    public Place {
      requireNonNull(folder, "folder is null");
    }

    /** Creates a folder in the system's temporary folder. */
    public static Place temporary(String prefix, boolean persistent) throws IOException {
      return new Place(Files.createTempDirectory(prefix), persistent);
    }

    /**
     * Returns a persistent folder. Creates it if it is missing.
     *
     * @throws IOException if the folder is not empty
     */
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

    /** Deletes the folder unless it is persistent. */
    public void removeUnlessPersistent() {
      if (persistent) {
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
