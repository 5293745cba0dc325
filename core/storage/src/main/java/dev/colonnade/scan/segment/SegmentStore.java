package dev.colonnade.scan.segment;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.mvcc.TimestampRecords;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Store;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Segments of a store on disk, in files of a folder of their own. They are copies: the folder may
 * be deleted while the server is stopped, and is not part of backups.
 *
 * <p><b>Guarantee.</b> A segment that {@link #recovered} returns has the rows of its span as of its
 * read timestamp, and no commit in the store has changed one of them since.
 *
 * <p><b>Protocol.</b> A number is assigned to a block before it is encoded. A commit that changes
 * one of its rows from then on has the {@linkplain SegmentMarks mark} of the number in its batch.
 * The segment is written when all commits are applied that may have missed the number, and only if
 * none of them has changed a row. After a restart, segments with a mark are not used, and neither
 * are those whose read timestamp is above that of the last commit: their rows are of commits that a
 * loss of power has undone. A segment that is not used any more is marked, because later commits
 * will not mark it. Marks are deleted after the files of their segments are.
 *
 * <p>Thread-safe; {@link #write} and {@link #maintain} are called by one thread at a time.
 */
public final class SegmentStore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SegmentStore.class);
  private static final String SUFFIX = ".segments";

  /** A file is sparse if less than one in so many bytes is in use. */
  private static final int SPARSE_PART = 2;

  private final Path folder;
  private final Store store;
  private final SegmentLimits limits;
  private final List<SegmentFile> files = new CopyOnWriteArrayList<>();
  private final AtomicLong lastNumber = new AtomicLong();
  private final ConcurrentLinkedQueue<Long> unused = new ConcurrentLinkedQueue<>();
  private List<Segment> recovered = List.of();
  private long lastFile;
  private @Nullable SegmentFile current;

  private SegmentStore(Path folder, Store store, SegmentLimits limits) {
    this.folder = requireNonNull(folder, "folder is null");
    this.store = requireNonNull(store, "store is null");
    this.limits = requireNonNull(limits, "limits is null");
  }

  /**
   * Opens the segments in a folder, which is created. Damaged files are deleted.
   *
   * @param store store whose rows the segments contain; no commit is made meanwhile
   */
  public static SegmentStore open(Path folder, Store store, SegmentLimits limits)
      throws IOException {
    SegmentStore segments = new SegmentStore(folder, store, limits);
    Files.createDirectories(folder);
    segments.recover();
    return segments;
  }

  /** Deletes the segments in a folder. */
  public static void delete(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      for (Path file : files(folder)) {
        Files.delete(file);
      }
      Files.delete(folder);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    List<Path> paths = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      found.forEach(paths::add);
    }
    return paths;
  }

  private void recover() throws IOException {
    Set<Long> marks = SegmentMarks.read(store);
    marks.forEach(this::observe);
    boolean areValid = SegmentMarks.areComplete(store) && limits.bytesMax() > 0;
    long published = TimestampRecords.read(store, TimestampRecords.PUBLISHED);
    List<Segment> found = new ArrayList<>();
    Set<Long> known = new HashSet<>();
    for (Path path : files(folder)) {
      String name = String.valueOf(path.getFileName());
      lastFile = Math.max(lastFile, fileNumber(name));
      if (!areValid) {
        Files.delete(path);
        continue;
      }
      try {
        SegmentFile file = SegmentFile.open(path, store.identity().id());
        for (SegmentHeader header : file.headers()) {
          observe(header.number());
          known.add(header.number());
          if (!marks.contains(header.number())) {
            found.add(new Segment(header, file));
          }
        }
        files.add(file);
      } catch (IOException | DamagedSegmentException e) {
        LOG.warn("file of segments is not used and deleted: path={} reason={}", path, e.toString());
        Files.delete(path);
      }
    }
    syncFolder();
    recovered = withoutOverlaps(found, published);
    // Later commits would not mark what is not used, which would be found again at the next start.
    Set<Segment> rejected = new HashSet<>(found);
    recovered.forEach(rejected::remove);
    rejected.forEach(Segment::release);
    mark(rejected.stream().map(Segment::number).toList());
    marks.removeAll(known);
    deleteMarks(marks);
  }

  private static long fileNumber(String name) {
    try {
      return Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private void observe(long number) {
    lastNumber.accumulateAndGet(number, Math::max);
  }

  /** Returns segments that do not overlap, the newest first choice, of those that are possible. */
  private static List<Segment> withoutOverlaps(List<Segment> found, long published) {
    List<Segment> sorted = new ArrayList<>(found);
    sorted.sort(Comparator.comparing(segment -> segment.span().start()));
    List<Segment> kept = new ArrayList<>();
    for (Segment segment : sorted) {
      Segment before = kept.isEmpty() ? null : kept.getLast();
      if (segment.readTimestamp() > published) {
        continue; // not of this state of the store
      }
      if (before == null || !before.span().overlaps(segment.span())) {
        kept.add(segment);
      } else if (before.number() < segment.number()) {
        kept.set(kept.size() - 1, segment);
      }
    }
    return kept;
  }

  private void mark(List<Long> numbers) {
    if (numbers.isEmpty()) {
      return;
    }
    try (Batch batch = store.newBatch()) {
      numbers.forEach(number -> SegmentMarks.put(batch, number));
      store.write(batch, Durability.RELAXED);
    }
  }

  /** Returns the valid segments that were found at the start, ascending. To be called once. */
  public List<Segment> recovered() {
    List<Segment> found = recovered;
    recovered = List.of();
    return found;
  }

  /** Returns the number of a new segment. */
  public long newNumber() {
    return lastNumber.incrementAndGet();
  }

  /** Reports that a segment with this number will not be written. */
  public void unused(long number) {
    unused.add(number);
  }

  /** Returns whether {@code more} bytes fit within the limit. */
  public boolean hasRoom(long more) {
    return bytes() + more <= limits.bytesMax();
  }

  /** Returns the most bytes of all files. */
  public long bytesMax() {
    return limits.bytesMax();
  }

  /** Returns the bytes of all files. */
  public long bytes() {
    return files.stream().mapToLong(SegmentFile::bytes).sum();
  }

  /** Returns whether much of the file of a segment is not in use. */
  public boolean isSparse(Segment segment) {
    SegmentFile file = segment.file();
    return file != current && file.liveBytes() < file.bytes() / SPARSE_PART;
  }

  /**
   * Records that the last commit was one of an engine that writes marks, if that is not recorded.
   * To be called by such an engine only.
   */
  public void completeMarks() {
    if (SegmentMarks.areComplete(store)) {
      return;
    }
    try (Batch batch = store.newBatch()) {
      long published = TimestampRecords.read(store, TimestampRecords.PUBLISHED);
      SegmentMarks.putPublished(batch, published);
      store.write(batch, Durability.RELAXED);
    }
  }

  /** Writes a segment. */
  public Segment write(SegmentDraft draft) throws IOException {
    SegmentFile file = current;
    if (file == null || file.bytes() >= limits.fileBytesMax()) {
      Path path = folder.resolve("%016d%s".formatted(++lastFile, SUFFIX));
      file = SegmentFile.create(path, store.identity().id());
      files.add(file);
      current = file;
    }
    byte[] header = draft.header().encode();
    SegmentHeader.Prefix prefix = SegmentHeader.prefix(ByteBuffer.wrap(header));
    long offset = file.append(draft.header().number(), ByteBuffer.wrap(header), draft.parts());
    return new Segment(SegmentHeader.parse(header, prefix, offset), file);
  }

  /**
   * Marks segments as changed, because they are no longer used: commits will not mark them any
   * more.
   */
  public void giveUp(List<Long> numbers) {
    mark(numbers);
  }

  /** Begins another file at the next write, after a failed one. */
  public void abandonFile() {
    current = null;
  }

  /** Deletes files of which nothing is in use, and the marks of their segments. */
  public void maintain() throws IOException {
    Set<Long> numbers = new HashSet<>();
    List<SegmentFile> unusedFiles =
        files.stream().filter(file -> file != current && file.liveBytes() == 0).toList();
    for (SegmentFile file : unusedFiles) {
      numbers.addAll(file.numbers());
      files.remove(file);
      file.delete();
    }
    if (!numbers.isEmpty()) {
      syncFolder(); // a file that reappears after a loss of power would lack its marks
    }
    for (Long number = unused.poll(); number != null; number = unused.poll()) {
      numbers.add(number);
    }
    deleteMarks(numbers);
  }

  private void syncFolder() throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private void deleteMarks(Set<Long> numbers) {
    if (numbers.isEmpty()) {
      return;
    }
    try (Batch batch = store.newBatch()) {
      numbers.forEach(number -> SegmentMarks.delete(batch, number));
      store.write(batch, Durability.RELAXED);
    } catch (ColonnadeException e) {
      LOG.warn("marks of deleted segments remain until the next start: {}", e.toString());
    }
  }

  /** Closes the files. */
  @Override
  public void close() {
    for (SegmentFile file : files) {
      try {
        file.release();
      } catch (IOException e) {
        LOG.warn("file of segments was not closed: {}", e.toString());
      }
    }
    files.clear();
  }
}
