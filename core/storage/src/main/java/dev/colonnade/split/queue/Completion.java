package dev.colonnade.split.queue;

/**
 * Is told what became of a request for work: exactly once, whichever way it goes. Called without
 * locks, by the thread that did the work or by one that calls the queue; must be quick.
 */
@FunctionalInterface
public interface Completion {
  void settled(Outcome outcome);
}
