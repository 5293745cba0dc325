package dev.colonnade.server.admin.http;

/**
 * Figures of a port since it was opened.
 *
 * @param openConnections at this moment
 * @param refusedConnections closed at once, because there were too many
 * @param timedOutConnections closed because a request or an answer took too long
 * @param requests answered, in whatever way
 */
public record HttpStatistics(
    int openConnections, long refusedConnections, long timedOutConnections, long requests) {}
