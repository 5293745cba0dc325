package dev.colonnade.bench.local;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Limit of the memory of child processes: a control group where one can be created, which counts
 * the page cache of their files as well. Elsewhere servers are configured with the heap and the
 * caches that they would have by default on a machine with as much memory.
 */
public final class MemoryLimit implements AutoCloseable {
  private static final Path ROOT = Path.of("/sys/fs/cgroup");
  private static final String PREFIX = "colonnade-bench-" + ProcessHandle.current().pid() + "-";
  private static final int HEAP_SHARE = 4;
  private static final int BLOCK_CACHE_SHARE = 4;
  private static final int COLUMN_CACHE_SHARE = 16;

  private final long bytes;
  private final Kind kind;
  private final Optional<Path> group;

  private MemoryLimit(long bytes, Kind kind, Optional<Path> group) {
    this.bytes = bytes;
    this.kind = kind;
    this.group = group;
  }

  /**
   * Creates a limit of the strictest kind that is available.
   *
   * @param name of whom it limits, in this process
   */
  public static MemoryLimit of(long bytes, String name) {
    return of(bytes, name, ROOT);
  }

  /**
   * Creates a limit.
   *
   * @param root folder where control groups are mounted
   */
  static MemoryLimit of(long bytes, String name, Path root) {
    requireNonNull(name, "name is null");
    requireNonNull(root, "root is null");
    for (Kind kind : List.of(Kind.CGROUP_V1, Kind.CGROUP_V2)) {
      Path parent = root.resolve(kind.parent);
      if (Files.exists(parent.resolve(kind.evidence))) {
        Path group = parent.resolve(PREFIX + name);
        if (create(group, kind, bytes)) {
          return new MemoryLimit(bytes, kind, Optional.of(group));
        }
      }
    }
    return new MemoryLimit(bytes, Kind.SIZES, Optional.empty());
  }

  private static boolean create(Path group, Kind kind, long bytes) {
    try {
      Files.createDirectory(group);
      try {
        Files.writeString(group.resolve(kind.limitFile), Long.toString(bytes));
        return true;
      } catch (IOException e) {
        Files.delete(
            group); // The controller is not enabled for groups below, or rights are missing.
        return false;
      }
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the kind of the limit for users. */
  public String description() {
    return kind.description;
  }

  /** Returns the options of a server that has this limit. */
  public LocalServerOptions apply(LocalServerOptions options) {
    // Otherwise the server would inherit the heap of this process.
    LocalServerOptions sized = options.withFlags(List.of("-Xmx" + bytes / HEAP_SHARE));
    return group.isPresent()
        ? sized.withPrefix(prefix())
        : sized.withSettings(
            Map.of(
                "store.block-cache", Long.toString(bytes / BLOCK_CACHE_SHARE),
                "scan.column-cache", Long.toString(bytes / COLUMN_CACHE_SHARE)));
  }

  /**
   * Returns the beginning of the command line of a process in the control group; empty without one.
   */
  public List<String> prefix() {
    return group
        .map(
            folder ->
                List.of(
                    "sh",
                    "-c",
                    "echo $$ >\"$0\" && exec \"$@\"",
                    folder.resolve("cgroup.procs").toString()))
        .orElse(List.of());
  }

  /** Removes the control group, whose processes must have ended. */
  @Override
  public void close() {
    group.ifPresent(
        folder -> {
          try {
            Files.delete(folder);
          } catch (IOException e) {
            throw new UncheckedIOException("control group was not removed: folder=" + folder, e);
          }
        });
  }

  /** Kind of a limit. */
  private enum Kind {
    CGROUP_V1("control group (v1)", "memory", "memory.limit_in_bytes", "memory.limit_in_bytes"),
    CGROUP_V2("control group (v2)", "", "cgroup.subtree_control", "memory.max"),
    SIZES("sizes of heap and caches only", "", "", "");

    private final String description;

    /** Folder of groups, below the folder where they are mounted. */
    private final String parent;

    /** File in it that exists if there are groups of this kind. */
    private final String evidence;

    private final String limitFile;

    Kind(String description, String parent, String evidence, String limitFile) {
      this.description = description;
      this.parent = parent;
      this.evidence = evidence;
      this.limitFile = limitFile;
    }
  }
}
